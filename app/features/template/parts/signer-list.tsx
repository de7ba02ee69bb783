import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindsOf, PLACE_SIZE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import type { ContentAnchor, ContentSigner } from '#core/template/content.ts';
import { lastPosition, putRow, removeRow } from '#core/template/room.ts';
import { hueOf } from '../../../parts/badges/party-hues.ts';
import { PLACE_ICONS } from '../../../parts/badges/place.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { AnchorDialog } from './anchor-dialog.tsx';
import type { PanelProps } from './panel-props.ts';
import style from './parts.module.css';
import { ProblemLines } from './problem-lines.tsx';
import { SignerDialog } from './signer-dialog.tsx';

/** The signers, each with the places of their seals, signatures and dates. */
export function SignerList(props: PanelProps) {
  const { doc, parts, host, readOnly, problems } = props;
  const { t } = useTranslation('templateEdit');
  const [edited, setEdited] = useState<ContentSigner | 'new'>();
  const [removed, setRemoved] = useState<ContentSigner>();
  const remove = (signer: ContentSigner) => {
    for (const anchor of parts.anchors) if (anchor.signer === signer.key) host.remove('seal', anchor.key);
    removeRow(doc, 'signers', signer.key);
  };
  return (
    <div className={style.list}>
      {!readOnly && (
        <Button size="small" icon="plus" onClick={() => setEdited('new')}>
          {t('signer.add')}
        </Button>
      )}
      {parts.signers.length === 0 && (
        <EmptyState icon="users" title={t('signer.none')}>
          {t('signer.noneText')}
        </EmptyState>
      )}
      <ul className={style.rows}>
        {parts.signers.map((signer, at) => (
          <li
            key={signer.key}
            className={style.row}
            data-party=""
            style={{ '--hue': hueOf(at) } as CSSProperties}
          >
            <div className={style.head}>
              <strong>{signer.name}</strong>
              {!readOnly && (
                <span className={style.actions}>
                  <AddPlace {...props} signer={signer} />
                  <IconButton
                    size="small"
                    icon="pen"
                    label={t('signer.edit', { name: signer.name })}
                    onClick={() => setEdited(signer)}
                  />
                  <IconButton
                    size="small"
                    icon="trash"
                    label={t('signer.remove', { name: signer.name })}
                    onClick={() => setRemoved(signer)}
                  />
                </span>
              )}
            </div>
            <p className={style.about}>
              {t('signer.about', { type: t(`signer.types.${signer.type}`), order: signer.order })}
            </p>
            <ProblemLines
              problems={problems.filter(({ on, key }) => on === 'signers' && key === signer.key)}
            />
            <Places {...props} anchors={parts.anchors.filter((anchor) => anchor.signer === signer.key)} />
          </li>
        ))}
      </ul>
      {edited && (
        <SignerDialog
          doc={doc}
          parts={parts}
          signer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={t('signer.removeTitle')}
          thing={removed.name}
          consequence={t('signer.removeText', {
            count: parts.anchors.filter(({ signer }) => signer === removed.key).length,
          })}
          tone="danger"
          confirmLabel={t('signer.removeConfirm')}
          onConfirm={() => remove(removed)}
        />
      )}
    </div>
  );
}

/** Adds a place of the chosen kind: at the caret, or on all pages for a cross-page seal. */
function AddPlace({ doc, host, signer }: PanelProps & { signer: ContentSigner }) {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  const add = (kind: SigningKind) => {
    const key = newKey();
    putRow(doc, 'anchors', key, {
      signer: signer.key,
      kind,
      at:
        kind === 'CROSS_PAGE'
          ? { by: 'PAGE', page: 1, x: 0, y: 120, toPage: 0, rule: 'CONSECUTIVE' }
          : { by: 'MARK' },
      ...PLACE_SIZE[kind],
      offsetX: 0,
      offsetY: 0,
      position: lastPosition(doc, 'anchors'),
    });
    if (kind !== 'CROSS_PAGE' && host.canInsert('seal')) host.insert('seal', key);
  };
  return (
    <Menu
      label={t('anchor.addFor', { name: signer.name })}
      icon="plus"
      iconOnly
      size="small"
      actions={kindsOf(signer.type).map((kind) => ({
        id: kind,
        label: t(`wizard:kind.${kind}`),
        icon: PLACE_ICONS[kind],
        onAction: () => add(kind),
      }))}
    />
  );
}

function Places({
  doc,
  host,
  parts,
  readOnly,
  problems,
  anchors,
}: PanelProps & { anchors: ContentAnchor[] }) {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  const [edited, setEdited] = useState<ContentAnchor>();
  if (anchors.length === 0) return null;
  return (
    <ul className={style.places}>
      {anchors.map((anchor, at) => {
        const kind = t(`wizard:kind.${anchor.kind}`);
        const count = host.marks.seal.get(anchor.key) ?? 0;
        const missing = anchor.at.by === 'MARK' && count === 0;
        return (
          <li key={anchor.key}>
            <div className={style.head}>
              <span className={style.kind}>
                <Icon name={PLACE_ICONS[anchor.kind]} size={16} />
                {kind}
              </span>
              <span className={style.actions}>
                {missing && !readOnly && (
                  <IconButton
                    size="small"
                    icon="plus"
                    label={t('anchor.insert', { kind })}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => host.insert('seal', anchor.key)}
                  />
                )}
                {count > 0 && (
                  <IconButton
                    size="small"
                    icon="eye"
                    label={t('anchor.show', { kind })}
                    onClick={() => host.goTo('seal', anchor.key)}
                  />
                )}
                {!readOnly && (
                  <IconButton
                    size="small"
                    icon="pen"
                    label={t('anchor.edit', { kind })}
                    onClick={() => setEdited(anchor)}
                  />
                )}
                {/* the first place of a signer stays: without one they could not sign */}
                {!readOnly && at > 0 && (
                  <IconButton
                    size="small"
                    icon="trash"
                    label={t('anchor.remove', { kind })}
                    onClick={() => {
                      host.remove('seal', anchor.key);
                      removeRow(doc, 'anchors', anchor.key);
                    }}
                  />
                )}
              </span>
            </div>
            <p className={style.about}>
              {anchor.at.by === 'MARK' && t(missing ? 'anchor.missing' : 'anchor.atMark')}
              {anchor.at.by === 'KEYWORD' && t('anchor.atKeyword', { keyword: anchor.at.keyword.text })}
              {anchor.at.by === 'PAGE' && t('anchor.onPages')}
            </p>
            <ProblemLines
              problems={problems.filter(({ on, key }) => on === 'anchors' && key === anchor.key)}
            />
          </li>
        );
      })}
      {edited && (
        <AnchorDialog
          doc={doc}
          anchor={edited}
          signer={parts.signers.find(({ key }) => key === edited.signer)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ul>
  );
}
