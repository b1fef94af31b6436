using System.Data;
using Microsoft.Data.SqlClient;

namespace Roastery.Data;

/// <summary>Opens connections; the pool behind it makes that cheap, so nobody keeps one.</summary>
public interface IConnectionFactory
{
    Task<IDbConnection> OpenAsync();
}

public sealed class ConnectionFactory : IConnectionFactory
{
    private readonly string _connectionString;

    public ConnectionFactory(string connectionString)
    {
        _connectionString = connectionString;
    }

    public async Task<IDbConnection> OpenAsync()
    {
        var connection = new SqlConnection(_connectionString);
        await connection.OpenAsync();
        return connection;
    }
}
