#!/bin/sh
# Builds the Debian packages: data/debian/build.sh [FOLDER], by default build/deb. `./lab deb` installs first what this needs.
# Built is the last commit, or, where there is no repository, the folder without build/.
#
# Debian's tools look for a folder `debian` at the top; this script puts data/debian there, in a copy of the tree. `*.install` lists which
# files of `meson install` go into which package; a file in none of them fails the build. libfloorlab0.symbols has the library's names with
# the version since which each exists. Enter a new version in `changelog` with its date: all files of the packages get that date, so that two
# builds are the same byte for byte. The revision 0local1 is older than any of Debian's own would be. tests/release/release.py compares this
# folder with meson.build, the library's names and what is installed; tests/release/debian.py installs the packages into a fresh Debian.
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
rm "$tree/debian/build.sh"

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
