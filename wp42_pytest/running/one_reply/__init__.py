"""The worker without tools: one request with brief and inputs as text and images, one reply with files."""
