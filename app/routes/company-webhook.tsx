import { WebhookList } from '../features/webhook/webhook-list.tsx';

export const handle = { ns: ['webhook', 'agent', 'error', 'rule'], title: 'webhook:title' };

export default WebhookList;
