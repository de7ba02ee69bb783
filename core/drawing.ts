/**
 * A drawing made of filled and stroked paths: seals, handwriting, icons. Lengths are mm, the origin is the top left,
 * y grows downwards; text is already outlined. Made by the seal and handwriting builders, drawn as vectors by the
 * PDF and OFD engines and as SVG on the screen.
 */
export interface Drawing {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly items: readonly DrawingItem[];
}

export interface DrawingItem {
  /**
   * Path in the notation of SVG, absolute commands only: M x y, L x y, C x1 y1 x2 y2 x y, Q x1 y1 x y, Z; numbers in
   * mm, parted by spaces or commas.
   */
  readonly path: string;
  /** Colour '#rrggbb' of the inside; none where missing. */
  readonly fill?: string;
  /** 'nonzero' unless told. */
  readonly fillRule?: 'nonzero' | 'evenodd';
  /** Colour '#rrggbb' of the line; none where missing. */
  readonly stroke?: string;
  /** In mm, 0.2 unless told. */
  readonly strokeWidth?: number;
  /** 0 to 1, 1 unless told. */
  readonly opacity?: number;
}
