# Sends a report of the orders that wait.

class OrderReport {
    [string[]] $Lines

    [void] Add([string] $line) { $this.Lines += $line }
    [string] Text() { return $this.Lines -join "`n" }
}

function New-OrderReport {
    $report = [OrderReport]::new()
    foreach ($row in Invoke-Sqlcmd -Query 'SELECT id FROM orders') { $report.Add($row.id) }
    return $report.Text()
}

function Send-OrderReport([string] $To) {
    Send-MailMessage -To $To -Body (New-OrderReport)
}

Export-ModuleMember -Function Send-OrderReport
