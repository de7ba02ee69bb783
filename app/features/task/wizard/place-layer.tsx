import { useTranslation } from 'react-i18next';
import type { Box } from '#core/drawing.ts';
import { type CodePlace, footerCodeBox } from '#core/footer-code.ts';
import type { DraftDocument, DraftPlacement, DraftSigner } from '#core/task/draft.ts';
import { isByKeyword } from '#core/task/place-rules.ts';
import { hueOf } from '../../../parts/badges/party-hues.ts';
import { linesFor } from '../../../stage/align.ts';
import { isOff } from '../../../stage/on-page.ts';
import type { PageLabels } from '../../../stage/page-source.ts';
import { boxOnPage, type PageBox } from '../placement/box-on-page.ts';
import placementStyle from '../placement/placement.module.css';
import { PlacementBox } from '../placement/placement-box.tsx';
import { nameOf } from './signer-name.ts';
import type { KeywordHits } from './use-keyword-hits.ts';
import type { Placing } from './use-placing.ts';

interface Props {
  placing: Placing;
  signers: readonly DraftSigner[];
  document: DraftDocument;
  hits: KeywordHits;
  /** Where a QR code will be added at the foot of each page, if one is. */
  code: CodePlace | undefined;
  /** What the file calls its pages. */
  labels?: PageLabels | undefined;
  /** The page, from 0. */
  index: number;
  pxPerMm: number;
}

/** The placements visible on one page, selectable and movable. */
export function PlaceLayer({ placing, signers, document, hits, code, labels, index, pxPerMm }: Props) {
  const { t } = useTranslation('wizard');
  const page = document.pages[index];
  if (!page) return null;
  const seen = seenOn(placing, page.widthMm, index);
  const foundBoxes = hitsOn(placing, hits, index).map(({ box }) => box);
  const places = seen.map(({ placement, shown }) => {
    const at = signers.findIndex((s) => s.signerId === placement.signerId);
    // its position is given by the template, or was already sent
    if (placing.isFixed(placement)) {
      const signer = nameOf(signers[at]!, t('signerNumber', { n: at + 1 }));
      return (
        <div
          key={placement.placementId}
          className={placementStyle.blank}
          style={{ ...pixels(shown, pxPerMm), '--hue': hueOf(at) }}
          data-blank={placement.placementId}
        >
          <span className={placementStyle.label}>
            {placement.kind === 'FIELD'
              ? t('fieldOf', { signer })
              : t('standing', { signer, kind: t(`kind.${placement.kind}`) })}
          </span>
        </div>
      );
    }
    return (
      <PlacementBox
        key={placement.placementId}
        placement={placement}
        shown={shown}
        pxPerMm={pxPerMm}
        hue={hueOf(at)}
        signer={nameOf(signers[at]!, t('signerNumber', { n: at + 1 }))}
        selected={placing.selected === placement}
        autoFocus={placing.added === placement.placementId}
        off={isOff(page, shown)}
        labels={labels}
        lines={() =>
          linesFor(page, [
            ...seen.filter((one) => one.placement !== placement).map((one) => one.shown),
            ...foundBoxes,
          ])
        }
        onSelect={() => {
          placing.setSelected(placement.placementId);
          placing.setSignerId(placement.signerId);
        }}
        onMove={(dx, dy, letGo) => placing.move(placement, shown, dx, dy, letGo)}
        onRemove={() => placing.remove(placement.placementId)}
      />
    );
  });
  const found = hitsOn(placing, hits, index).map(({ placement, box }, i) => {
    const at = signers.findIndex((s) => s.signerId === placement.signerId);
    const kind = t(`kind.${placement.kind}`);
    const signer = nameOf(signers[at]!, t('signerNumber', { n: at + 1 }));
    return (
      <button
        key={`${placement.placementId}:${i}`}
        type="button"
        data-hit={placement.placementId}
        className={placementStyle.found}
        aria-pressed={placing.selected === placement}
        aria-label={t('keyword.hit', {
          signer,
          kind,
          keyword: placement.keyword.text,
          page: index + 1,
        })}
        style={{ ...pixels(box, pxPerMm), '--hue': hueOf(at) }}
        onClick={() => {
          placing.setSelected(placement.placementId);
          placing.setSignerId(placement.signerId);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Delete' || event.key === 'Backspace') placing.remove(placement.placementId);
        }}
      >
        <span className={placementStyle.label}>
          {signer}
          <br />
          {kind}
        </span>
      </button>
    );
  });
  return (
    <>
      {code && (
        <span className={placementStyle.code} data-code style={pixels(footerCodeBox(page, code), pxPerMm)}>
          {t('field.footerCode')}
        </span>
      )}
      {places}
      {found}
    </>
  );
}

const pixels = (box: Box, pxPerMm: number) => ({
  left: box.x * pxPerMm,
  top: box.y * pxPerMm,
  width: box.width * pxPerMm,
  height: box.height * pxPerMm,
});

/** The hits of keyword placements on one page. */
const hitsOn = ({ placements }: Placing, hits: KeywordHits, index: number) =>
  placements
    .filter(isByKeyword)
    .flatMap((placement) =>
      (hits.get(placement.placementId) ?? [])
        .filter(({ page }) => page === index + 1)
        .map(({ box }) => ({ placement, box })),
    );

/** Marks placements on the thumbnail of a page, in their party's colour. */
export function PlaceMarks({ placing, signers, document, hits, index, pxPerMm }: Props) {
  const page = document.pages[index];
  if (!page) return null;
  const boxes = [
    ...seenOn(placing, page.widthMm, index).map(({ placement, shown }) => ({ placement, box: shown })),
    ...hitsOn(placing, hits, index),
  ];
  return boxes.map(({ placement, box }, i) => (
    <span
      key={i}
      className={placementStyle.mark}
      style={{
        ...pixels(box, pxPerMm),
        '--hue': hueOf(signers.findIndex((s) => s.signerId === placement.signerId)),
      }}
    />
  ));
}

function seenOn({ placements }: Placing, pageWidth: number, index: number) {
  const seen: { placement: DraftPlacement; shown: PageBox }[] = [];
  for (const placement of placements) {
    if (placement.keyword) continue;
    const shown = boxOnPage(placement, index, pageWidth);
    if (shown) seen.push({ placement, shown });
  }
  return seen;
}
