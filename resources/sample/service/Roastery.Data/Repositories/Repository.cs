using System.Data;
using Dapper;

namespace Roastery.Data.Repositories;

/// <summary>What every repository can do.</summary>
public interface IRepository<T>
    where T : class
{
    Task<T?> GetByIdAsync(Guid id);
}

/// <summary>
/// Calls stored procedures by convention: the procedure that reads a row by its key is called <c>Table_ReadById</c>.
/// </summary>
public abstract class Repository<T> : IRepository<T>
    where T : class
{
    private readonly IConnectionFactory _connections;

    protected Repository(IConnectionFactory connections)
    {
        _connections = connections;
    }

    protected virtual string Schema => "dbo";

    protected virtual string Table => typeof(T).Name;

    public async Task<T?> GetByIdAsync(Guid id)
    {
        using var connection = await _connections.OpenAsync();
        return await connection.QuerySingleOrDefaultAsync<T>(
            $"[{Schema}].[{Table}_ReadById]",
            new { Id = id },
            commandType: CommandType.StoredProcedure);
    }

    /// <summary>Run a procedure that gives one row or none.</summary>
    protected async Task<TRow?> ReadOneAsync<TRow>(string procedure, object parameters)
    {
        using var connection = await _connections.OpenAsync();
        return await connection.QuerySingleOrDefaultAsync<TRow>(
            procedure, parameters, commandType: CommandType.StoredProcedure);
    }

    /// <summary>Run a procedure that gives rows.</summary>
    protected async Task<IReadOnlyList<TRow>> ReadManyAsync<TRow>(string procedure, object parameters)
    {
        using var connection = await _connections.OpenAsync();
        var rows = await connection.QueryAsync<TRow>(
            procedure, parameters, commandType: CommandType.StoredProcedure);
        return rows.AsList();
    }

    /// <summary>Run a procedure for what it does; gives the number of rows it changed.</summary>
    protected async Task<int> ExecuteAsync(string procedure, object parameters)
    {
        using var connection = await _connections.OpenAsync();
        return await connection.ExecuteAsync(procedure, parameters, commandType: CommandType.StoredProcedure);
    }
}
