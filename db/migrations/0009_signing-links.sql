CREATE TABLE `signing_link` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`asked_with` text NOT NULL,
	`code_hash` text NOT NULL,
	`code_sealed` text NOT NULL,
	`template_id` text NOT NULL,
	`template_name` text NOT NULL,
	`task_name` text NOT NULL,
	`opener_role` text NOT NULL,
	`business_type` text NOT NULL,
	`setup_sealed` text NOT NULL,
	`allowed_sealed` text NOT NULL,
	`sign_days` integer,
	`language` text NOT NULL,
	`state` text NOT NULL,
	`max_entries` integer,
	`sent` integer DEFAULT 0 NOT NULL,
	`until` integer,
	`repeats` integer NOT NULL,
	`approval` integer NOT NULL,
	`counter_only` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_link_code` ON `signing_link` (`code_hash`);--> statement-breakpoint
CREATE INDEX `signing_link_owner` ON `signing_link` (`owner_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `signing_link_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`cells_sealed` text NOT NULL,
	`task_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signing_link_entry_order` ON `signing_link_entry` (`link_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `signing_link_entry_state` ON `signing_link_entry` (`link_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `signing_link_entry_person` ON `signing_link_entry` (`link_id`,`account_id`);