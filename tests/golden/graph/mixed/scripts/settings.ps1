function Get-Recipient { 'orders@example.org' }
