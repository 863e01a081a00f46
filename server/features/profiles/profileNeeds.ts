import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';

export interface ProfileNeeds { profiles: ProfileCatalog }
