namespace Forum;

public class Forums
{
    private readonly string prefix;
    public void Add() { SqlHelper.ExecuteNonQuery(connection, this.prefix + "topic_add"); }
    public void Clear() { Run("DELETE FROM {databaseOwner}{objectQualifier}forum_topics"); }
}
