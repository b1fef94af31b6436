-- Customers and staff. Addresses are unique without regard to case (the collation is case-insensitive).
CREATE TABLE [dbo].[Account]
(
    [Id]            UNIQUEIDENTIFIER NOT NULL,
    [Email]         NVARCHAR (256) COLLATE Latin1_General_CI_AS NOT NULL,
    [DisplayName]   NVARCHAR (100) NOT NULL,
    [PasswordHash]  VARCHAR (200) NOT NULL,
    [IsStaff]       BIT CONSTRAINT [DF_Account_IsStaff] DEFAULT (0) NOT NULL,
    [FailedSignIns] INT CONSTRAINT [DF_Account_FailedSignIns] DEFAULT (0) NOT NULL,
    [LockedUntil]   DATETIME2 (3) NULL,
    CONSTRAINT [PK_Account] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [UQ_Account_Email] UNIQUE ([Email])
);
