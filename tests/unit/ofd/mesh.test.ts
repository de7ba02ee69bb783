import { describe, expect, it } from 'vitest';
import { paintTriangles, type Triangle, type Vertex } from '#core/ofd/render/paint-triangles.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { onePage } from './make-package.ts';

const RED = [255, 0, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;
const at = (x: number, y: number, color: Vertex['color']): Vertex => ({ x, y, color });
const BOX = { x: 0, y: 0, width: 10, height: 10 };
const paint = (...triangles: Triangle[]) => {
  let pixels = 0;
  const data = paintTriangles(triangles, BOX, 10, 10, (count) => {
    pixels += count;
  });
  return {
    pixels,
    pixel: (x: number, y: number) => [...data.subarray((y * 10 + x) * 4, (y * 10 + x) * 4 + 4)],
  };
};

describe('triangles between whose corners colours pass into each other', () => {
  it('have the colour of each corner there, and in between that of both', () => {
    const { pixel, pixels } = paint([at(0, 0, RED), at(20, 0, RED), at(0, 20, BLUE)]);
    expect(pixel(0, 0)).toEqual([249, 0, 6, 255]);
    expect(pixel(5, 0)).toEqual([249, 0, 6, 255]);
    expect(pixel(0, 9)).toEqual([134, 0, 121, 255]);
    expect(pixels).toBe(100);
  });

  it('pass transparency on too, and are painted a little beyond their sides', () => {
    const { pixel } = paint([at(2, 2, [0, 0, 0, 0]), at(8, 2, [0, 0, 0, 0]), at(2, 8, [0, 0, 0, 200])]);
    expect(pixel(2, 6)[3]).toBeGreaterThan(100);
    // one pixel to the left of its side it has the colour that it has there
    expect(pixel(1, 6)[3]).toBeGreaterThan(100);
    expect(pixel(9, 9)).toEqual([0, 0, 0, 0]);
  });

  it('cover earlier ones, except for their extrapolated areas, which are below them', () => {
    const red: Triangle = [at(0, 0, RED), at(20, 0, RED), at(0, 20, RED)];
    const blue: Triangle = [at(0, 5, BLUE), at(20, 5, BLUE), at(0, 25, BLUE)];
    const { pixel } = paint(red, blue);
    expect(pixel(3, 4)).toEqual([255, 0, 0, 255]);
    expect(pixel(3, 5)).toEqual([0, 0, 255, 255]);
  });

  it('of no area and of no size are nothing', () => {
    expect(paint([at(0, 0, RED), at(5, 5, RED), at(10, 10, RED)]).pixel(5, 5)).toEqual([0, 0, 0, 0]);
    const flat = `<ofd:GouraudShd>${'<ofd:Point X="1" Y="1"><ofd:Color Value="1 2 3"/></ofd:Point>'.repeat(3)}</ofd:GouraudShd>`;
    const odd = '<ofd:LaGouraudShd VerticesPerRow="9"><ofd:Point X="1" Y="1"/></ofd:LaGouraudShd>';
    for (const mesh of [flat, odd, '<ofd:GouraudShd/>']) {
      const { svg, warnings } = renderPage(
        onePage({
          layer: `<ofd:PathObject ID="1" Boundary="0 0 9 9" Fill="true"><ofd:FillColor Value="9 9 9">${mesh}</ofd:FillColor><ofd:AbbreviatedData>M 0 0 L 9 9 L 0 9 C</ofd:AbbreviatedData></ofd:PathObject>`,
        }),
        0,
      );
      expect(warnings).toEqual([]);
      expect(svg).toContain('fill="#090909"');
    }
  });
});
