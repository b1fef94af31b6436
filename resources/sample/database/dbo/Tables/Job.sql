-- The queue. A row with LeaseUntil in the future is being worked on by LeaseOwner; a dead job has NotBefore = NULL.
CREATE TABLE [dbo].[Job]
(
    [Id]         BIGINT IDENTITY (1, 1) NOT NULL,
    [Kind]       VARCHAR (60) NOT NULL,
    [Payload]    NVARCHAR (MAX) NOT NULL,
    [Attempts]   INT CONSTRAINT [DF_Job_Attempts] DEFAULT (0) NOT NULL,
    [NotBefore]  DATETIME2 (3) NULL,
    [LeaseOwner] VARCHAR (120) NULL,
    [LeaseUntil] DATETIME2 (3) NULL,
    [LastError]  NVARCHAR (2000) NULL,
    CONSTRAINT [PK_Job] PRIMARY KEY CLUSTERED ([Id])
);
GO

CREATE NONCLUSTERED INDEX [IX_Job_Ready] ON [dbo].[Job] ([NotBefore]) INCLUDE ([LeaseUntil]);
