import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedParty } from '#core/task/partner.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ColleagueSource } from './colleague-source.tsx';
import { ContactSource } from './contact-source.tsx';
import { PartnerSource } from './partner-source.tsx';
import style from './people.module.css';
import { useReadings } from './pinyin.ts';
import type { SourceProps } from './source-props.ts';

export type PickSource = 'colleagues' | 'contacts' | 'partners';

export interface PeoplePickerProps {
  title: string;
  /** Sources to choose people from; the first is open initially. */
  sources: readonly [PickSource, ...PickSource[]];
  /** Selects several people, confirmed with a button; otherwise the first selected one is taken at once. */
  multiple?: boolean;
  /** Whether somebody is already included, or must not be chosen. */
  isTaken?: (party: PickedParty) => boolean;
  onPick: (parties: readonly [PickedParty, ...PickedParty[]]) => void;
  onClose: () => void;
  /** Content beside the confirm button, such as a button for "nobody". */
  aside?: ReactNode;
}

const SOURCES = { colleagues: ColleagueSource, contacts: ContactSource, partners: PartnerSource };

/**
 * Chooses people: colleagues by department, contacts by group, and recent contract partners. By keyboard: typing
 * searches, arrow down moves into the list, and Enter takes the first result.
 */
export function PeoplePicker(props: PeoplePickerProps) {
  const { title, sources, multiple = false, isTaken = () => false, onPick, onClose, aside } = props;
  const { t } = useTranslation('people');
  const [source, setSource] = useState<PickSource>(sources[0]);
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const read = useReadings();
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedParty>>(new Map());
  const listRef = useRef<HTMLDivElement>(null);
  const first = useRef<PickedParty>();
  const choose = (party: PickedParty) => {
    if (!multiple) {
      onPick([party]);
      return;
    }
    const next = new Map(chosen);
    if (!next.delete(party.key)) next.set(party.key, party);
    setChosen(next);
  };
  const list: SourceProps['list'] = (rows, partyOf, line) => {
    first.current = rows.map(partyOf).find((party) => !isTaken(party));
    return (
      <Rows
        rows={rows}
        partyOf={partyOf}
        line={line}
        chosen={chosen}
        multiple={multiple}
        isTaken={isTaken}
        onChoose={choose}
        label={t(`source.${source}`)}
        listRef={listRef}
        searched={search !== ''}
      />
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    listRef.current?.focus();
  };
  const Source = SOURCES[source];
  const [one, ...others] = [...chosen.values()];
  const content = (
    <div className={style.picker}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field within */}
      <div onKeyDown={press}>
        <TextField
          label={t(`search.${source}`)}
          hideLabel
          autoFocus
          icon="search"
          placeholder={t(`search.${source}`)}
          maxLength={50}
          value={text}
          onChange={setText}
          onEnter={() => first.current && choose(first.current)}
        />
      </div>
      <Source search={search} read={read} list={list} />
    </div>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="wide"
      actions={
        (multiple || aside) && (
          <>
            {aside}
            {multiple && (
              <>
                <span className={style.chosen} role="status">
                  {one ? t('chosen', { names: namesOf([one, ...others]) }) : t('noneChosen')}
                </span>
                <Button kind="primary" disabled={!one} onClick={() => one && onPick([one, ...others])}>
                  {t('take', { count: chosen.size })}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {sources.length === 1 ? (
        content
      ) : (
        <Tabs
          label={t('sources')}
          items={sources.map((id) => ({ id, label: t(`source.${id}`) }))}
          selected={source}
          onSelect={setSource}
        >
          {content}
        </Tabs>
      )}
    </Dialog>
  );
}

const MOST_NAMES = 3;
const namesOf = (parties: readonly PickedParty[]): string =>
  parties
    .slice(0, MOST_NAMES)
    // A colleague is chosen as a person: the enterprise is everybody's own.
    .map(({ accountId, entName, userName }) => (accountId === undefined ? entName || userName : userName))
    .join('、') + (parties.length > MOST_NAMES ? ' …' : '');

function Rows<R>({
  rows,
  partyOf,
  line,
  chosen,
  multiple,
  isTaken,
  onChoose,
  label,
  listRef,
  searched,
}: {
  rows: readonly R[];
  partyOf: (row: R) => PickedParty;
  line: (row: R) => ReactNode;
  chosen: ReadonlyMap<string, PickedParty>;
  multiple: boolean;
  isTaken: (party: PickedParty) => boolean;
  onChoose: (party: PickedParty) => void;
  label: string;
  listRef: RefObject<HTMLDivElement>;
  searched: boolean;
}) {
  const { t } = useTranslation('people');
  if (rows.length === 0)
    return <EmptyState icon={searched ? 'search' : 'users'} title={t(searched ? 'noneFound' : 'nobody')} />;
  return (
    <VirtualList
      label={label}
      listRef={listRef}
      rows={rows}
      rowKey={(row) => partyOf(row).key}
      chosen={new Set(chosen.keys())}
      multiple={multiple}
      onChoose={(row) => onChoose(partyOf(row))}
      disabled={(row) => isTaken(partyOf(row))}
    >
      {(row) => (
        <>
          {line(row)}
          {isTaken(partyOf(row)) && <span className={style.taken}>{t('taken')}</span>}
        </>
      )}
    </VirtualList>
  );
}
