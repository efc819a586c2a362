"""What pictures are made of: SVG elements, trees laid out, nodes, legends, one set of colors."""
