import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslation } from 'react-i18next';
import { PLACE_ICONS } from '../../../parts/badges/place.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { MarkHost } from '../parts/host.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import style from './editor.module.css';

interface Props {
  editor: Editor;
  parts: TemplateParts;
  host: MarkHost;
  /** An @ was typed: it is inserted if nothing is chosen. */
  typed: boolean;
  onClose: () => void;
}

/** The menu at the caret: fields to insert, and seal placements not used yet; filtered by typing. */
export function ChipPicker({ editor, parts, host, typed, onClose }: Props) {
  const { t } = useTranslation(['templateEdit', 'wizard', 'ui']);
  const { contains } = useFilter({ sensitivity: 'base' });
  const chosen = useRef(false);
  const spot = useRef<HTMLSpanElement | null>(null);
  const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.head);
  const seals = parts.anchors.filter(({ key, at }) => at.by === 'MARK' && !host.marks.seal.has(key));
  const signerOf = (key: string) => parts.signers.find((signer) => signer.key === key)?.name ?? '';
  const close = () => {
    onClose();
    if (!chosen.current && typed) editor.view.dispatch(editor.state.tr.insertText('@'));
    editor.view.focus();
  };
  const choose = (kind: 'field' | 'seal', key: string) => {
    chosen.current = true;
    host.insert(kind, key);
    close();
  };
  return (
    <>
      <span
        ref={(element) => {
          spot.current = element;
          element?.style.setProperty('left', `${left}px`);
          element?.style.setProperty('top', `${bottom}px`);
        }}
        className={style.spot}
      />
      <Popover
        className={style.picker}
        triggerRef={spot}
        isOpen
        onOpenChange={(open) => open || chosen.current || close()}
        placement="bottom start"
        aria-label={t('chip.title')}
      >
        <Autocomplete filter={contains}>
          <SearchField aria-label={t('chip.search')} autoFocus className={style.pickerSearch}>
            <Input placeholder={t('chip.search')} />
          </SearchField>
          <Menu
            className={style.pickerList}
            aria-label={t('chip.title')}
            renderEmptyState={() => <p>{t('ui:field.noneFound')}</p>}
          >
            {parts.fields.length > 0 && (
              <MenuSection>
                <Header>{t('parts.tab.fields')}</Header>
                {parts.fields.map(({ key, name }) => (
                  <MenuItem key={key} id={key} textValue={name} onAction={() => choose('field', key)}>
                    <Icon name="pen" size={14} /> {name}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            {seals.length > 0 && (
              <MenuSection>
                <Header>{t('chip.seals')}</Header>
                {seals.map(({ key, kind, signer }) => {
                  const label = t('chip.seal', { signer: signerOf(signer), kind: t(`wizard:kind.${kind}`) });
                  return (
                    <MenuItem key={key} id={key} textValue={label} onAction={() => choose('seal', key)}>
                      <Icon name={PLACE_ICONS[kind]} size={14} /> {label}
                    </MenuItem>
                  );
                })}
              </MenuSection>
            )}
          </Menu>
        </Autocomplete>
      </Popover>
    </>
  );
}
