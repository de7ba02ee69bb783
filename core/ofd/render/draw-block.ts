import { isAppError } from '#core/errors.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { clipAttribute } from './clip.ts';
import {
  CONTAINER_WEIGHT,
  countObject,
  type DrawContext,
  emitGroup,
  isExhausted,
  RENDER_LIMITS,
  warn,
} from './context.ts';
import { drawImage } from './draw-image.ts';
import { drawPath } from './draw-path.ts';
import { drawText } from './draw-text.ts';
import { format, transformAttribute } from './format.ts';
import { type GraphicState, readGraphicState } from './graphic-state.ts';

/** Work units per element examined, drawn or not. */
const CHILD = 3;

/**
 * Draws the objects of a layer, page block, composite or cell in order. An object that cannot be drawn is left out with
 * a warning; drawing stops only if the page as a whole is too complex.
 */
export function drawBlock(context: DrawContext, block: XmlElement): void {
  spend(context.canvas.work, block.children.length * CHILD);
  for (const element of block.children) {
    if (element.name === 'PageBlock') {
      drawUnitSafely(context, element, () => drawBlock({ ...context, depth: context.depth + 1 }, element));
      continue;
    }
    const draw = DRAW[element.name];
    if (!draw) continue;
    drawUnitSafely(context, element, () => {
      const state = readGraphicState(context, element);
      if (state.visible) drawUnit(context, state, element, draw);
    });
  }
}

function drawUnitSafely(context: DrawContext, element: XmlElement, draw: () => void): void {
  try {
    countObject(context, element.name === 'CompositeObject' ? CONTAINER_WEIGHT : 1);
    if (context.depth <= RENDER_LIMITS.depth) draw();
    else warn(context, `${element.name} ${element.attributes.ID ?? ''} is not drawn: too many containers`);
  } catch (e) {
    if (!isAppError(e) || isExhausted(context.canvas)) throw e;
    warn(
      context,
      `${element.name} ${element.attributes.ID ?? ''} is not drawn: ${e.params.reason ?? e.name}`,
    );
  }
}

type Draw = (context: DrawContext, state: GraphicState, element: XmlElement) => void;

const DRAW: Record<string, Draw | undefined> = {
  TextObject: drawText,
  PathObject: drawPath,
  ImageObject: drawImage,
  CompositeObject: drawComposite,
};

/** Blend modes: not in the standard, but a common producer writes them on watermarks and seals. */
const BLEND: Record<string, string | undefined> = {
  darken: 'darken',
  lighten: 'lighten',
  multiply: 'multiply',
  screen: 'screen',
  overlay: 'overlay',
};

/** Draws an object inside a group with its clips and opacity, both in the container's space. */
function drawUnit(context: DrawContext, state: GraphicState, element: XmlElement, draw: Draw): void {
  const clip = clipAttribute(context, state, element);
  const alpha = state.alpha < 1 ? ` opacity="${format(state.alpha)}"` : '';
  const blend = BLEND[(element.attributes.BlendMode ?? '').toLowerCase()];
  const style = blend ? ` style="mix-blend-mode:${blend}"` : '';
  if (clip === '' && alpha === '' && style === '') {
    draw(context, state, element);
    return;
  }
  emitGroup(context.canvas, `${clip}${alpha}${style}`, () => draw(context, state, element));
}

/** A composite object (clause 13): the content of its resource in the object's space. */
function drawComposite(context: DrawContext, state: GraphicState, element: XmlElement): void {
  const unit = context.resources.composites.get(element.attributes.ResourceID ?? '');
  if (!unit?.content) {
    warn(context, `composite ${element.attributes.ResourceID ?? ''} is missing`);
    return;
  }
  const inside = { ...context, depth: context.depth + 1, layerDrawParam: undefined };
  const { content } = unit;
  emitGroup(context.canvas, transformAttribute(state.matrix), () => drawBlock(inside, content));
}
