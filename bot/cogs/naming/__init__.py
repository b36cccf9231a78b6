"""Shared by commands: option completion, options in words, moves, membership.

It knows no subject; all other packages of commands build on it.
"""
