import { PackageList } from '../features/order/package-list.tsx';

export const handle = { ns: ['order'], title: 'order:packages.title' };

export default PackageList;
