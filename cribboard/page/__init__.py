"""The table on a screen: a page for phones, tablets and the browser of whoever has no board yet.

A watcher of the Table with a thread of its own. What a page asks for goes through the wires or the mailbox, as what
people do at the board; nothing here touches the State.
"""
