Import-Module $PSScriptRoot\Report.psm1

. "$PSScriptRoot\settings.ps1"

Send-OrderReport (Get-Recipient)
