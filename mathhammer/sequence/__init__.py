"""The attack sequence: hit, wound, save, damage, and what a volley does to a squad."""
