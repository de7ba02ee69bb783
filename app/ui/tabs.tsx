import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { Count } from './badge.tsx';
import style from './tabs.module.css';

export type TabItem<V extends string = string> = {
  id: V;
  label: string;
  /** Shown beside the label; `null` while it loads. */
  count?: number | null;
  loud?: boolean;
  disabled?: boolean;
};

export type TabsProps<V extends string> = {
  label: string;
  items: readonly TabItem<V>[];
  selected: V;
  onSelect: (id: V) => void;
  /** The content of the selected tab. */
  children: ReactNode;
};

/** Tabs with counts. Arrow keys move between them. */
export function Tabs<V extends string>({ label, items, selected, onSelect, children }: TabsProps<V>) {
  return (
    <AriaTabs className={style.tabs} selectedKey={selected} onSelectionChange={(key) => onSelect(key as V)}>
      <TabList className={style.list} aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={style.tab} isDisabled={item.disabled}>
            {item.label}
            {item.count !== undefined && <Count count={item.count ?? undefined} loud={item.loud} zero />}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={selected} id={selected} className={style.panel}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
