import type { Locator } from 'playwright-core';

type Point = { x: number; y: number };

/** The middle of an element, or the point at these parts of its width and height, measured now. */
export async function pointOf(element: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width * across, y: y + height * down };
}

/** Presses the mouse on an element once it stands still and nothing covers it; its middle unless told. */
export async function pressOn(element: Locator, position?: Point): Promise<void> {
  await element.hover(position && { position });
  await element.page().mouse.down();
}

/** Drags an element by its middle to a point of another; both are measured when the first is held. */
export async function drag(handle: Locator, to: Locator, across = 0.5, down = 0.5): Promise<void> {
  await pressOn(handle);
  const { x, y } = await pointOf(to, across, down);
  await handle.page().mouse.move(x, y, { steps: 8 });
}

/** Writes a wave on a board for signatures, as a hand would; `from` and `to` are parts of its height. */
export async function writeOn(board: Locator, from = 0.6, to = from): Promise<void> {
  const { width, height } = (await board.boundingBox())!;
  await pressOn(board, { x: width * 0.2, y: height * from });
  const { x, y } = (await board.boundingBox())!;
  for (let i = 0; i <= 20; i++)
    await board
      .page()
      .mouse.move(
        x + width * (0.2 + 0.03 * i),
        y + height * (from + ((to - from) * i) / 20 - 0.25 * Math.sin(i / 3)),
      );
  await board.page().mouse.up();
}
