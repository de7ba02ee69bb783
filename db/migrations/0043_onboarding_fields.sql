CREATE TABLE `onboarding_field` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`type` text NOT NULL,
	`length` integer,
	`options` text NOT NULL,
	`required` integer NOT NULL,
	`shown_to` text NOT NULL,
	`position` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_name` ON `onboarding_field` (`enterprise_id`,`name`) WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_code` ON `onboarding_field` (`enterprise_id`,`code`) WHERE state = 'ACTIVE' and code <> '';--> statement-breakpoint
CREATE TABLE `onboarding_field_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`field_id` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`definition` text NOT NULL,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_version` ON `onboarding_field_record` (`field_id`,`version`);--> statement-breakpoint
CREATE INDEX `onboarding_field_record_enterprise` ON `onboarding_field_record` (`enterprise_id`,`at`);