#!/usr/bin/env bash
# Tries a package on a system that has nothing else: packaging/linux/try_deb.sh FILE.deb [FOLDER]
#
# Makes a bare Debian 12, or SUITE, in FOLDER (kept where it is there already), installs the package there, tries it as a person
# without rights, removes it, and looks whether the person's index is still what it was. Needs root, debootstrap, Xvfb, xdotool, xclip.
# PICTURE=FILE.png keeps a picture of the window with the results of a search, taken SETTLE seconds after it was asked.
set -euo pipefail

deb=$(readlink -f "$1")
root=$(readlink -f "${2:-$(mktemp -d)}")
here=$(readlink -f "$(dirname "$0")/..")
person=/home/person
index=$person/.local/share/dowse/index

[[ -x $root/usr/bin/apt-get ]] || debootstrap --variant=minbase "${SUITE:-bookworm}" "$root"
for part in /etc/resolv.conf /etc/hosts; do
  cp "$part" "$root$part"
done
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"; }
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
trap 'umount -l "$root/dev" "$root/proc"' EXIT

inside apt-get -q=2 update
cp "$deb" "$root/dowse.deb"
inside apt-get -q=2 install -y --no-install-recommends /dowse.deb desktop-file-utils > "$root/install.log"
rm "$root/dowse.deb"
inside id person > /dev/null 2>&1 || inside useradd --create-home person
rm -rf "${root:?}$person" && inside install -d -m 700 -o person -g person "$person"

printf '%-42s%8s MB\n' "installed" "$(du -sB 1000000 "$root/usr/lib/dowse" | cut -f1)"
inside desktop-file-validate /usr/share/applications/dowse.desktop
inside grep -q '^x-scheme-handler/dowse=.*dowse.desktop' /usr/share/applications/mimeinfo.cache
inside gzip -t /usr/share/man/man1/dowse.1.gz
inside bash -n /usr/share/bash-completion/completions/dowse

python3 "$here/trial.py" "chroot --userspec=person:person $root /usr/bin/dowse" \
  --sample /usr/lib/dowse/_internal/resources/sample --home "$person" --inside "$root" ${PICTURE:+--picture "$PICTURE" --settle "${SETTLE:-3}"}

before=$(find "$root$index" -type f ! -path '*/logs/*' -exec sha256sum {} + | sort | sha256sum)
inside apt-get -q=2 purge -y dowse > "$root/purge.log"
[[ ! -e $root/usr/lib/dowse && ! -e $root/usr/bin/dowse ]] || { echo "error: the program is still there" >&2; exit 1; }
after=$(find "$root$index" -type f ! -path '*/logs/*' -exec sha256sum {} + | sort | sha256sum)
[[ $before == "$after" ]] || { echo "error: removing the package changed the person's index" >&2; exit 1; }
echo "removed; the person's index of $(du -sB 1000000 "$root$index" | cut -f1) MB is as it was"
