"""What curve.py gives with a number of workers, against each other: it rises, falls and rises higher."""
RATES = {1: 100, 2: 190, 3: 260, 4: 200, 5: 150, 6: 180, 7: 260, 8: 340, 9: 400, 10: 420, 11: 410, 12: 350}
