log() {
  printf '%s\n' "$1"
}

fail() {
  log "$1"
  exit 1
}
