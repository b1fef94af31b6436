-- Written by triggers only, never changed, kept for ten years.
CREATE TABLE [dbo].[AuditEntry]
(
    [Id]        BIGINT IDENTITY (1, 1) NOT NULL,
    [TableName] SYSNAME NOT NULL,
    [RowId]     UNIQUEIDENTIFIER NOT NULL,
    [OldStatus] VARCHAR (20) NULL,
    [NewStatus] VARCHAR (20) NULL,
    [ChangedAt] DATETIME2 (3) CONSTRAINT [DF_AuditEntry_ChangedAt] DEFAULT (SYSUTCDATETIME()) NOT NULL,
    [ChangedBy] SYSNAME CONSTRAINT [DF_AuditEntry_ChangedBy] DEFAULT (SUSER_SNAME()) NOT NULL,
    CONSTRAINT [PK_AuditEntry] PRIMARY KEY CLUSTERED ([Id])
);
