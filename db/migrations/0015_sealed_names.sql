-- Names stay as they are until the product has sealed them: see edge/identity/seal-plain-names.ts.
ALTER TABLE `account` ADD `login_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `login_index` text;--> statement-breakpoint
ALTER TABLE `account` ADD `name_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `account_login` ON `account` (`login_index`);--> statement-breakpoint
CREATE INDEX `account_plain` ON `account` (`id`) WHERE login_index is null or real_name <> '';--> statement-breakpoint
ALTER TABLE `realname_application` ADD `name_index` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `realname_application_name` ON `realname_application` (`name_index`);--> statement-breakpoint
CREATE INDEX `realname_application_plain` ON `realname_application` (`id`) WHERE subject = 'PERSON' and name <> '';
