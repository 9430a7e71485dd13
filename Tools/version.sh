#!/bin/sh
# Prints the version of graphcal from the one place where it is written.
cd "$(dirname "$0")/.." || exit 1
sed -n 's/^package let graphcalVersion = "\(.*\)"$/\1/p' Sources/Commands/Version.swift
