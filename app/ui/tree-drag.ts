import { type DragAndDropHooks, useDragAndDrop } from 'react-aria-components/useDragAndDrop';

/** Where a row was dropped: into another, or before or after it. */
export type Drop = { moved: string; target: string; place: 'on' | 'before' | 'after' };

/**
 * Lets rows of a tree be dragged to another place, by mouse, and by keyboard from the handle of a row: Enter takes it up,
 * arrows choose the place, Enter puts it there, Escape leaves it.
 */
export function useTreeDrag(labelOf: (id: string) => string, onDrop: (drop: Drop) => void): DragAndDropHooks {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': labelOf(String(key)) })),
    onMove: ({ keys, target }) => {
      const [moved] = [...keys].map(String);
      if (moved !== undefined) onDrop({ moved, target: String(target.key), place: target.dropPosition });
    },
  });
  return dragAndDropHooks;
}
