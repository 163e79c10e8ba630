#!/bin/sh
# Builds the Debian packages: data/debian/build.sh [FOLDER], by default build/deb. `./lab deb` installs first what this needs.
# Built is the last commit, or, where there is no repository, the folder without build/.
set -eu
cd "$(dirname "$0")/../.."
out=${1:-build/deb}
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
rm -rf "$out"
mkdir -p "$out/floorlab-$version"
out=$(cd "$out" && pwd)
tree=$out/floorlab-$version
date=$(dpkg-parsechangelog -l data/debian/changelog -S Timestamp)

if git rev-parse --git-dir >/dev/null 2>&1; then
    git archive HEAD | tar -x -C "$tree"
else
    tar -c --exclude=./build . | tar -x -C "$tree"
fi
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" --format=ustar -c -C "$out" "floorlab-$version" |
    gzip -9n >"$out/floorlab_$version.orig.tar.gz"
cp -R "$tree/data/debian" "$tree/debian"
rm "$tree/debian/build.sh" "$tree/debian/README.md"

cd "$tree"
# Python and tools are the system's, whatever else is installed beside them
PATH=/usr/sbin:/usr/bin:/sbin:/bin dpkg-buildpackage --no-sign --build=full >"$out/build.log" 2>&1 || {
    tail -n 40 "$out/build.log" >&2
    echo "build.sh: the packages could not be built; $out/build.log says more" >&2
    exit 1
}
cd "$out"
rm -rf "$tree"
lintian --fail-on=error,warning --display-level=">=warning" --allow-root ./*.changes
