import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { BusinessType } from '#core/company/business-types.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { ClauseContent } from '#core/template/clause.ts';
import type { FieldType, PartRecord, RoleType } from '#core/template/parts.ts';
import type { TemplateLevel, TemplateScene, TemplateStatus, TemplateType } from '#core/template/record.ts';

/** A role in which somebody signs what is made from a template ([3.9]). */
export const templateRole = sqliteTable(
  'template_role',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** ENTERPRISE or PERSON. */
    type: text('type').$type<RoleType>().notNull(),
    note: text('note').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    /** Later with every change: what a change was decided on must still hold when it is written. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_role_name').on(t.ownerKey, t.name)],
);

/** A place of a template that is filled in anew for each contract ([3.8]). */
export const templateField = sqliteTable(
  'template_field',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** Longest value, in characters. */
    length: integer('length').notNull(),
    /** JSON array of FieldType: a value is of one of them. */
    types: text('types', { mode: 'json' }).$type<FieldType[]>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_field_name').on(t.ownerKey, t.name)],
);

/** A clause of an enterprise's library: text that is put into its web templates. */
export const templateClause = sqliteTable(
  'template_clause',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** Empty for none. */
    category: text('category').notNull(),
    /** Text and fields, as JSON. */
    content: text('content', { mode: 'json' }).$type<ClauseContent>().notNull(),
    /** Its words, for searching. */
    words: text('words').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_clause_name').on(t.ownerKey, t.name)],
);

/** A Word or web template of contracts ([3.7]). */
export const template = sqliteTable(
  'template',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    /** WORD or WEB. */
    type: text('type').$type<TemplateType>().notNull(),
    businessType: text('business_type').$type<BusinessType>().notNull(),
    /** ENT or HR: where it is used. */
    scene: text('scene').$type<TemplateScene>().notNull(),
    status: text('status').$type<TemplateStatus>().notNull().default('DRAFT'),
    /** The version that new tasks are started from; null while none is published. */
    versionId: text('version_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_name').on(t.ownerKey, t.name)],
);

/** What was published of a template: never changed, so that a task keeps what it was started from. */
export const templateVersion = sqliteTable(
  'template_version',
  {
    id: text('id').primaryKey(),
    templateId: text('template_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    /** What the template was called then: tasks outlive it. */
    templateName: text('template_name').notNull().default(''),
    /** WORD or WEB. */
    kind: text('kind').notNull(),
    /** TemplateContent as JSON, sealed. */
    contentSealed: text('content_sealed').notNull(),
    /** SHA-256 of that JSON in hex. */
    hash: text('hash').notNull(),
    /** What lays it out: engine, its version and fonts, as JSON; empty where the engine says nothing. */
    engine: text('engine').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('template_version_number').on(t.templateId, t.number)],
);

/** What was submitted for approval before it is enabled: the next version, or one that is to be enabled again. */
export const templateReview = sqliteTable(
  'template_review',
  {
    id: text('id').primaryKey(),
    templateId: text('template_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    /** The version that it becomes; one that stands already where it is enabled again. */
    versionId: text('version_id').notNull(),
    number: integer('number').notNull(),
    /** TemplateContent as JSON, sealed for the version; empty where the version stands already. */
    contentSealed: text('content_sealed').notNull(),
    /** SHA-256 of that JSON in hex. */
    hash: text('hash').notNull(),
    engine: text('engine').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('template_review_template').on(t.templateId, t.createdAt)],
);

/** Files that the Worker itself made from a Word template: what a sent document is compared with. */
export const templateMadeFile = sqliteTable(
  'template_made_file',
  {
    /** Whom it was made for. */
    ownerKey: text('owner_key').notNull(),
    sha256: text('sha256').notNull(),
    versionId: text('version_id').notNull(),
    /** SHA-256 of the canonical JSON of the values. */
    valuesDigest: text('values_digest').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKey, t.sha256, t.versionId] })],
);

/** Pictures and docx of a template, of its draft as well: owned files of the owner that whoever reaches it may read. */
export const templateFile = sqliteTable(
  'template_file',
  {
    templateId: text('template_id').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.sha256] })],
);

/** Which other organizations may change or see a template ([6.3c]): EDITABLE or VIEWABLE. */
export const templateGrant = sqliteTable(
  'template_grant',
  {
    templateId: text('template_id').notNull(),
    entId: text('ent_id').notNull(),
    level: text('level').$type<TemplateLevel>().notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAt: integer('granted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.entId] }), index('template_grant_ent').on(t.entId)],
);

/** Which roles and fields a template refers to: written with the template, and in the way of their removal. */
export const templateUse = sqliteTable(
  'template_use',
  {
    templateId: text('template_id').notNull(),
    /** ROLE or FIELD. */
    kind: text('kind').notNull(),
    partId: text('part_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.templateId, t.kind, t.partId] }),
    index('template_use_part').on(t.kind, t.partId),
  ],
);

/** What was done to an enterprise's roles, fields, templates and clauses, and by whom: appended to, never edited. */
export const templateRecord = sqliteTable(
  'template_record',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    partId: text('part_id').notNull(),
    /** The part's name then: what was removed is known by nothing else. */
    name: text('name').notNull(),
    record: text('record').$type<PartRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** JSON array of PartChange; empty where there is nothing to tell. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('template_record_owner').on(t.ownerKey, t.kind, t.at)],
);

/** Word files that were laid out: the same file, and the same values in it, is laid out once. */
export const wordLayout = sqliteTable(
  'word_layout',
  {
    /** SHA-256 of what the converter got. */
    input: text('input').primaryKey(),
    /** SHA-256 of the docx that it was made from. */
    docx: text('docx').notNull(),
    /** Whether it is the docx as it is, for the Word screen. */
    isPreview: integer('is_preview', { mode: 'boolean' }).notNull(),
    /** SHA-256 of the PDF, which stands in the file store. */
    pdf: text('pdf').notNull(),
    size: integer('size').notNull(),
    engine: text('engine').notNull(),
    ms: integer('ms').notNull(),
    /** JSON: sizes of the pages, places of controls and paragraphs. */
    facts: text('facts', { mode: 'json' })
      .$type<{
        pages: { widthMm: number; heightMm: number }[];
        boxes: { key: string; page: number; x: number; y: number; width: number; height: number }[];
        starts: [number, number, number, number][];
      }>()
      .notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('word_layout_docx').on(t.docx, t.isPreview, t.createdAt),
    index('word_layout_time').on(t.createdAt),
  ],
);

/** Templates of one business type that are sent together. */
export const templateGroup = sqliteTable(
  'template_group',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    ownerType: text('owner_type').$type<OwnerType>().notNull(),
    name: text('name').notNull(),
    businessType: text('business_type').$type<BusinessType>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('template_group_name').on(t.ownerKey, t.name)],
);

/** The templates of a group in their order: own ones, and those that other organizations authorized the enterprise to. */
export const templateGroupMember = sqliteTable(
  'template_group_member',
  {
    groupId: text('group_id').notNull(),
    templateId: text('template_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.templateId] }),
    index('template_group_member_template').on(t.templateId),
  ],
);
