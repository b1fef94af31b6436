-- Notes that an invoice or a reminder went out. Draws the number the first time, under a lock, so that the series has
-- neither gaps nor doubles.
CREATE PROCEDURE [dbo].[Invoice_MarkSent]
    @Id            UNIQUEIDENTIFIER,
    @SentAt        DATETIME2 (3),
    @DueAt         DATETIME2 (3),
    @ReminderLevel TINYINT
AS
BEGIN
    SET NOCOUNT ON
    SET XACT_ABORT ON

    BEGIN TRANSACTION

    DECLARE @Next INT
    SELECT @Next = COALESCE(MAX([Number]), 0) + 1
    FROM [dbo].[Invoice] WITH (UPDLOCK, HOLDLOCK)

    UPDATE [dbo].[Invoice]
    SET
        [Number] = COALESCE([Number], @Next),
        [Status] = 'Sent',
        [SentAt] = COALESCE([SentAt], @SentAt),
        [DueAt] = @DueAt,
        [ReminderLevel] = @ReminderLevel
    WHERE [Id] = @Id

    SELECT [Number]
    FROM [dbo].[Invoice]
    WHERE [Id] = @Id

    COMMIT TRANSACTION
END
