import { useTranslation } from 'react-i18next';
import type { DraftDocument, DraftPlacement, DraftSigner } from '#core/task/draft.ts';
import { isOff } from '../../../stage/on-page.ts';
import placementStyle from '../placement/placement.module.css';
import { PlacementBox } from '../placement/placement-box.tsx';
import { type PageBox, shownOnPage } from '../placement/shown-on-page.ts';
import { hueOf } from './party-hues.ts';
import { nameOf } from './signer-name.ts';
import type { Placing } from './use-placing.ts';

interface Props {
  placing: Placing;
  signers: readonly DraftSigner[];
  document: DraftDocument;
  /** The page, from 0. */
  index: number;
  pxPerMm: number;
}

/** The placements that are seen on one page, to be chosen and moved. */
export function PlaceLayer({ placing, signers, document, index, pxPerMm }: Props) {
  const { t } = useTranslation('wizard');
  const page = document.pages[index];
  if (!page) return null;
  return seenOn(placing, page.widthMm, index).map(({ placement, shown }) => {
    const at = signers.findIndex((s) => s.signatoryId === placement.signatoryId);
    return (
      <PlacementBox
        key={placement.placementId}
        placement={placement}
        shown={shown}
        pxPerMm={pxPerMm}
        pageHeight={page.heightMm}
        hue={hueOf(at)}
        signer={nameOf(signers[at]!, t('signerNumber', { n: at + 1 }))}
        selected={placing.selected === placement}
        autoFocus={placing.added === placement.placementId}
        off={isOff(page, shown)}
        onSelect={() => {
          placing.setSelected(placement.placementId);
          placing.setSignerId(placement.signatoryId);
        }}
        onMove={(dx, dy, letGo) => placing.move(placement, shown, dx, dy, letGo)}
        onRemove={() => placing.remove(placement.placementId)}
      />
    );
  });
}

/** The same on the small picture of a page: where they stand, in their party's colour. */
export function PlaceMarks({ placing, signers, document, index, pxPerMm }: Props) {
  const page = document.pages[index];
  if (!page) return null;
  return seenOn(placing, page.widthMm, index).map(({ placement, shown }) => (
    <span
      key={placement.placementId}
      className={placementStyle.mark}
      style={
        {
          left: shown.x * pxPerMm,
          top: shown.y * pxPerMm,
          width: shown.width * pxPerMm,
          height: shown.height * pxPerMm,
          '--hue': hueOf(signers.findIndex((s) => s.signatoryId === placement.signatoryId)),
        } as React.CSSProperties
      }
    />
  ));
}

function seenOn({ placements }: Placing, pageWidth: number, index: number) {
  const seen: { placement: DraftPlacement; shown: PageBox }[] = [];
  for (const placement of placements) {
    const shown = shownOnPage(placement, index, pageWidth);
    if (shown) seen.push({ placement, shown });
  }
  return seen;
}
