"""The board as a service: it starts when the Pi is plugged in, and systemd sees to it that it lives."""
