"""From phrases to sound: clips that are made once and kept, joined, and said one after the other."""
