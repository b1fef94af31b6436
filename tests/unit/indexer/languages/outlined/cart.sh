# adds a lease
add_lease() {
  echo "$1"
}

function end_lease {
  :
}
