import { type PointerEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocatedCharacter, placeAt } from '#core/docx/locate.ts';
import { DocumentStage, type StageHandle } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import type { TemplateParts } from '../room/use-template-room.ts';
import type { TextRange } from './make-word-host.ts';
import type { WordPages } from './use-word-file.ts';
import style from './word.module.css';

interface Props {
  pages: WordPages;
  parts: TemplateParts;
  chosen: TextRange | undefined;
  /** Undefined if read-only. */
  onChoose: ((chosen: TextRange | undefined) => void) | undefined;
  title: (key: string) => string;
  handle: Ref<StageHandle>;
}

/** The pages of the docx. A click selects a position in the text, a drag the characters between two positions. */
export function WordStage({ pages, parts, chosen, onChoose, title, handle }: Props) {
  const { t } = useTranslation('templateWord');
  const source = usePageSource(pages.pdf, 'PDF', pages.layout.pages);
  if (source.state === 'failed') return <ErrorState error={source.error} />;
  if (source.state !== 'open') return <LoadingState />;
  return (
    <DocumentStage
      source={source.source}
      label={t('pages')}
      handle={handle}
      overlay={(index, pxPerMm) => (
        <PickLayer
          page={index + 1}
          pxPerMm={pxPerMm}
          pages={pages}
          parts={parts}
          chosen={chosen}
          onChoose={onChoose}
          title={title}
        />
      )}
    />
  );
}

interface LayerProps extends Omit<Props, 'handle'> {
  page: number;
  pxPerMm: number;
}

function PickLayer({ page, pxPerMm, pages, parts, chosen, onChoose, title }: LayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [began, setBegan] = useState<{ paragraph: number; offset: number }>();
  const at = (event: PointerEvent) => {
    const frame = layer.current!.getBoundingClientRect();
    const x = (event.clientX - frame.left) / pxPerMm;
    const y = (event.clientY - frame.top) / pxPerMm;
    return placeAt(pages.located, { page, x, y });
  };
  const choose = (event: PointerEvent) => {
    const here = at(event);
    if (!began || !here || !onChoose) return;
    // A content control lies within one paragraph: dragging into another does not extend the selection.
    const offset = here.paragraph === began.paragraph ? here.offset : began.offset;
    const [from, to] = [Math.min(began.offset, offset), Math.max(began.offset, offset)];
    onChoose({ paragraph: began.paragraph, from, to });
  };
  const boxes = linesOf(pages.located, chosen, page);
  const px = (mm: number) => mm * pxPerMm;
  return (
    <div
      ref={layer}
      className={style.layer}
      data-may={onChoose !== undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !onChoose) return;
        const here = at(event);
        setBegan(here);
        onChoose(here && { paragraph: here.paragraph, from: here.offset, to: here.offset });
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => event.buttons === 1 && choose(event)}
      onPointerUp={() => setBegan(undefined)}
    >
      {pages.layout.boxes
        .filter((box) => box.page === page)
        .map((box, i) => (
          <span
            key={`${box.key} ${i}`}
            className={style.mark}
            data-kind={parts.anchors.some(({ key }) => key === box.key) ? 'seal' : 'field'}
            title={title(box.key)}
            style={{
              left: px(box.x) - 2,
              top: px(box.y),
              width: Math.max(px(box.width) + 4, 8),
              height: px(box.height),
            }}
          />
        ))}
      {boxes.map((box) => (
        <span
          key={`${box.x} ${box.y}`}
          className={style.chosen}
          data-point={box.width === 0}
          style={{
            left: px(box.x),
            top: px(box.y),
            width: Math.max(px(box.width), 2),
            height: px(box.height),
          }}
        />
      ))}
    </div>
  );
}

/** The boxes of the selected characters, one per line; a position between two characters is a box of zero width. */
function linesOf(located: readonly LocatedCharacter[], chosen: TextRange | undefined, page: number) {
  if (!chosen) return [];
  const own = located.filter((one) => one.paragraph === chosen.paragraph && one.page === page);
  if (chosen.from === chosen.to) {
    const behind = own.find(({ offset }) => offset === chosen.from);
    const before = own.findLast(({ offset }) => offset < chosen.from);
    const box = behind?.box ?? before?.box;
    if (!box) return [];
    return [{ ...box, x: behind ? box.x : box.x + box.width, width: 0 }];
  }
  const lines: { x: number; y: number; width: number; height: number }[] = [];
  for (const { offset, box } of own) {
    if (offset < chosen.from || offset >= chosen.to) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.y - box.y) < box.height / 2 && box.x >= last.x)
      last.width = box.x + box.width - last.x;
    else lines.push({ ...box });
  }
  return lines;
}
