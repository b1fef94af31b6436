# Gets.
function Get-Cart {
    Get-Item
}

class Cart {
    [void] Add([int]$i) {
    }
}
