-- Who is signed in. Holds the hash of the token only; see docs/adr/0002-opaque-session-tokens.md.
CREATE TABLE [dbo].[Session]
(
    [Id]         UNIQUEIDENTIFIER NOT NULL,
    [AccountId]  UNIQUEIDENTIFIER NOT NULL,
    [TokenHash]  BINARY (32) NOT NULL,
    [CreatedAt]  DATETIME2 (3) CONSTRAINT [DF_Session_CreatedAt] DEFAULT (SYSUTCDATETIME()) NOT NULL,
    [LastSeenAt] DATETIME2 (3) CONSTRAINT [DF_Session_LastSeenAt] DEFAULT (SYSUTCDATETIME()) NOT NULL,
    CONSTRAINT [PK_Session] PRIMARY KEY NONCLUSTERED ([Id]),
    CONSTRAINT [UQ_Session_TokenHash] UNIQUE CLUSTERED ([TokenHash]),
    CONSTRAINT [FK_Session_Account] FOREIGN KEY ([AccountId]) REFERENCES [dbo].[Account] ([Id]) ON DELETE CASCADE
);
