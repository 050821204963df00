#!/bin/sh
# Puts the unpacked package into the user folder of an n8n: add-package.sh <package> <folder>
set -eu
target="$2/nodes/node_modules/n8n-nodes-tag-pdf"
rm -rf "$target"
mkdir -p "$(dirname "$target")"
cp -R "$1" "$target"
