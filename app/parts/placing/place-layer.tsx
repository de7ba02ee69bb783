import { useTranslation } from 'react-i18next';
import { clampTo } from '../../stage/on-page.ts';
import { Button } from '../../ui/button.tsx';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { PlaceBox } from './place-box.tsx';
import { type PlaceDocument, type Spread, seenOn, spreadsOf, type Tool } from './places.ts';
import style from './placing.module.css';
import type { Placing } from './use-places.ts';

/** The selected placement: its pages, and a button to remove it. */
export function ChosenPlace({
  placing: { selected, put, remove },
  pages,
  ofEnterprise,
}: {
  placing: Placing;
  pages: number;
  ofEnterprise: boolean;
}) {
  const { t } = useTranslation('placing');
  if (!selected) return null;
  return (
    <section>
      <h2>{t('placed')}</h2>
      {pages > 1 && selected.tool.kind !== 'date' && (
        <RadioGroup<Spread>
          label={t('where')}
          value={selected.spread}
          onChange={(spread) => put({ ...selected, spread })}
          options={spreadsOf(selected, ofEnterprise).map((value) => ({ value, label: t(`spread.${value}`) }))}
          column
        />
      )}
      <Button icon="trash" size="small" onClick={() => remove(selected)}>
        {t('remove')}
      </Button>
    </section>
  );
}

interface LayerProps {
  placing: Placing;
  document: PlaceDocument;
  /** The page, from 0. */
  index: number;
  pxPerMm: number;
  tool: Tool | undefined;
  nameOf: (tool: Tool) => string;
}

/** The placements of one page; a click elsewhere on the page places the chosen tool. */
export function PlaceLayer({ placing, document, index, pxPerMm, tool, nameOf }: LayerProps) {
  const { t } = useTranslation('placing');
  const { places, selected, select, put, add, remove } = placing;
  return (
    <>
      {tool && (
        <button
          type="button"
          tabIndex={-1}
          className={style.catch}
          aria-label={t('catch', { what: nameOf(tool) })}
          onClick={({ nativeEvent }) =>
            add(tool, { page: index, x: nativeEvent.offsetX / pxPerMm, y: nativeEvent.offsetY / pxPerMm })
          }
        />
      )}
      {places.map((p) => {
        const seen = p.documentId === document.documentId ? seenOn(p, index, document.pages) : null;
        return (
          seen && (
            <PlaceBox
              key={p.placementId}
              place={p}
              seen={seen}
              name={nameOf(p.tool)}
              pxPerMm={pxPerMm}
              selected={p === selected}
              onSelect={() => select(p.placementId)}
              onMove={(dx, dy) => put(clampTo(document.pages[index]!, { ...p, x: p.x + dx, y: p.y + dy }))}
              onRemove={() => remove(p)}
            />
          )
        );
      })}
    </>
  );
}

/** Says which placements overlap. */
export function Overlap({ placing: { overlap }, nameOf }: Pick<LayerProps, 'placing' | 'nameOf'>) {
  const { t } = useTranslation('placing');
  if (!overlap) return null;
  const { fileName: file, page, a, b } = overlap;
  const called = (place: typeof a) => ('tool' in place ? nameOf(place.tool) : place.name);
  return <Notice tone="warning">{t('overlap', { file, page, one: called(a), other: called(b) })}</Notice>;
}

/** Places the chosen tool in the centre of the visible part of the page. */
export function PutButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation('placing');
  const label = t('put', { what: name });
  return (
    <Button wide title={label} aria-label={label} onClick={onClick}>
      <ClippedText words={label} part={name} />
    </Button>
  );
}
