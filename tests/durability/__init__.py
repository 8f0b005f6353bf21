"""The journal against kills, damage and disks that fail."""
