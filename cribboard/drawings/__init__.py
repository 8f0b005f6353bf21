"""What a builder prints, cuts and solders, drawn from the board's geometry: shapes in mm, and who writes them down."""
