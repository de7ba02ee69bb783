import type { ReactNode } from 'react';
import { Collection } from 'react-aria-components/Collection';
import { Tree as AriaTree, Button, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import style from './tree.module.css';

export type TreeNode = {
  id: string;
  label: string;
  /** Beside the label: a count, a name. */
  extra?: ReactNode;
  children: readonly TreeNode[];
};

type TreeProps = {
  label: string;
  nodes: readonly TreeNode[];
  selected: string;
  onSelect: (id: string) => void;
  expanded: Iterable<string>;
  onExpand: (ids: Set<string>) => void;
  /** From `useTreeDrag`, where rows can be moved. */
  drag?: DragAndDropHooks | undefined;
};

/**
 * A tree with single selection. By keyboard: up and down move through the visible rows, right expands or goes to the
 * first child, left collapses or goes to the parent, letters find a row, Enter selects.
 */
export function Tree({ label, nodes, selected, onSelect, expanded, onExpand, drag }: TreeProps) {
  return (
    <AriaTree
      className={style.tree}
      aria-label={label}
      items={nodes}
      {...(drag ? { dragAndDropHooks: drag } : {})}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === '' ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onSelect(String(key));
      }}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
    >
      {renderNode}
    </AriaTree>
  );
}

const renderNode = (node: TreeNode) => <Node node={node} />;

function Node({ node }: { node: TreeNode }) {
  const { t } = useTranslation('ui');
  return (
    <TreeItem id={node.id} textValue={node.label} className={style.item}>
      <TreeItemContent>
        {({ hasChildItems, isExpanded, allowsDragging }) => (
          <div className={style.row}>
            {hasChildItems ? (
              <Button
                slot="chevron"
                className={style.chevron}
                aria-label={t(isExpanded ? 'tree.close' : 'tree.open')}
              >
                <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} size={16} />
              </Button>
            ) : (
              <span className={style.leaf} />
            )}
            <span className={style.label}>{node.label}</span>
            {node.extra && <span className={style.extra}>{node.extra}</span>}
            {allowsDragging && (
              <Button slot="drag" className={style.handle} aria-label={t('tree.move', { name: node.label })}>
                <Icon name="drag" size={16} />
              </Button>
            )}
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{renderNode}</Collection>
    </TreeItem>
  );
}
