import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Message =
  | { type: 'ready' | 'refused'; link: string }
  | { type: 'signed'; link: string; completed: boolean }
  | { type: 'sent'; link: string; planId: string; waits: boolean }
  | { type: 'saved'; link: string; number: number; waits: boolean }
  | { type: 'closed'; link: string; reason: number | null }
  | { type: 'height'; link: string; height: number };

interface Props {
  /** `url` and `linkId` of `embed.makeEmbedLink`, `makeSendLink` or `makeTemplateLink`, made by your server for this person. */
  url: string;
  linkId: string;
  onMessage: (message: Exclude<Message, { type: 'height' }>) => void;
}

/** Signing, sending or editing a template in a frame. A link is good once: give another `key` for another link. */
export function SignetFrame({ url, linkId, onMessage }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const latest = useRef(onMessage);
  latest.current = onMessage;
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      // Only this frame, only from Signet: any page can post messages.
      if (source !== frame.current?.contentWindow || origin !== new URL(url).origin) return;
      if (data?.source !== 'signet' || data.version !== 1 || data.message.link !== linkId) return;
      const message = data.message as Message;
      if (message.type === 'height') setHeight(message.height);
      else latest.current(message);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [url, linkId]);
  return (
    <iframe
      ref={frame}
      title="Contract"
      src={url}
      sandbox="allow-scripts allow-same-origin allow-forms allow-downloads allow-popups"
      style={{ width: '100%', height, border: 0 }}
    />
  );
}

/** /react: signing; /react/send: sending; /react/template: editing a template. */
const kindOf = (path: string) => path.split('/')[2] ?? 'sign';

function Order() {
  const [link, setLink] = useState<{ url: string; linkId: string }>();
  const [state, setState] = useState('Opening the contract …');
  useEffect(() => {
    fetch(`/link/${kindOf(location.pathname)}`, { method: 'POST' })
      .then((answer) => answer.json())
      .then(setLink, (error: unknown) => setState(String(error)));
  }, []);
  return (
    <main>
      <h1>Order 4711</h1>
      <p role="status">{state}</p>
      {link && <SignetFrame {...link} onMessage={({ type }) => setState(type)} />}
    </main>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Order />);
