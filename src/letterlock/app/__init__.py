"""Operations by noun, invoke, and what runs behind them."""
