"""What several engines share: the algebra of table rows, walks on single histories, tables and the profiles in them."""
