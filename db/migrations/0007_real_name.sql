CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entry_time` ON `audit_entry` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entry_actor` ON `audit_entry` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entry_target` ON `audit_entry` (`target_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entry_action` ON `audit_entry` (`action`,`at`);--> statement-breakpoint
CREATE TABLE `enterprise_profile` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`fields` text NOT NULL,
	`sealed` text NOT NULL,
	`legal_index` text NOT NULL,
	`number_index` text NOT NULL,
	`authorized_id` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `realname_application` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text DEFAULT '' NOT NULL,
	`route` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'DRAFT' NOT NULL,
	`before` text DEFAULT 'UNAUTH' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`fields` text NOT NULL,
	`sealed` text NOT NULL,
	`number_index` text DEFAULT '' NOT NULL,
	`check_ref` text DEFAULT '' NOT NULL,
	`check_state` text DEFAULT '' NOT NULL,
	`check_url` text DEFAULT '' NOT NULL,
	`check_ends_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`reviewer_id` text DEFAULT '' NOT NULL,
	`submitted_at` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `realname_application_account` ON `realname_application` (`account_id`,`subject`,`created_at`);--> statement-breakpoint
CREATE INDEX `realname_application_ent` ON `realname_application` (`ent_id`,`state`);--> statement-breakpoint
CREATE INDEX `realname_application_review` ON `realname_application` (`state`,`subject`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `realname_application_check` ON `realname_application` (`state`,`check_ends_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `realname_application_open` ON `realname_application` (`account_id`) WHERE subject = 'PERSON' and state in ('CHECKING', 'REVIEWING');--> statement-breakpoint
CREATE TABLE `realname_photo` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`application_id` text DEFAULT '' NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `realname_photo_account` ON `realname_photo` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `realname_photo_application` ON `realname_photo` (`application_id`);--> statement-breakpoint
CREATE TABLE `simulated_check` (
	`ref` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`name` text NOT NULL,
	`return_url` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
