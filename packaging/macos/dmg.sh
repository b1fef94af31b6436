#!/usr/bin/env bash
# The disk image for macOS from build/package/Dowse.app; signed and notarised where there is an identity for it.
#
#   SIGN_AS         "Developer ID Application: ..." of the keychain; without it the program is signed for this Mac only
#   NOTARY_PROFILE  name under which `xcrun notarytool store-credentials` keeps the account; needs SIGN_AS; without it
#                   not notarised
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(python3 -m app.installation.version)
app=build/package/Dowse.app
image=build/package/Dowse-$version.dmg
identity=${SIGN_AS:--}
sign=(codesign --force --timestamp --options runtime --sign "$identity")
[[ $identity == - ]] && sign=(codesign --force --sign -)

# Inside out: a signature covers those of what it holds. Libraries of packages lie among the resources, one by one.
while IFS= read -r -d '' file; do
  if file -b "$file" | grep -q 'Mach-O'; then
    "${sign[@]}" "$file"
  fi
done < <(find "$app/Contents" -type f \( -name '*.so' -o -name '*.dylib' -o -perm -100 \) ! -path "$app/Contents/MacOS/dowse" -print0)
while IFS= read -r -d '' framework; do
  "${sign[@]}" "$framework"
done < <(find "$app/Contents/Frameworks" -depth -type d -name '*.framework' -print0)
"${sign[@]}" --entitlements packaging/macos/entitlements.plist "$app"
codesign --verify --deep --strict "$app"

content=$(mktemp -d)
trap 'rm -rf "$content"' EXIT
ditto "$app" "$content/Dowse.app"
ln -s /Applications "$content/Applications"
hdiutil create -quiet -ov -volname Dowse -srcfolder "$content" -format UDZO "$image"

if [[ -n ${NOTARY_PROFILE:-} ]]; then
  codesign --sign "$identity" --timestamp "$image"
  xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
  xcrun stapler staple "$image"
  spctl --assess --type open --context context:primary-signature --verbose "$image"
fi
du -h "$image"
